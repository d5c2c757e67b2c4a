#include "CProcess.h"

#ifdef __linux__
#include <sys/vfs.h>
#endif

long file_system_kind(const char *path) {
#ifdef __linux__
  struct statfs status;
  if (statfs(path, &status) == 0) return (long)(unsigned int)status.f_type;
#else
  (void)path;
#endif
  return -1;
}
