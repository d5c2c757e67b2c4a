#define _GNU_SOURCE
#include "CSocket.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

size_t socket_path_limit(void) { return sizeof(((struct sockaddr_un *)0)->sun_path) - 1; }

#ifndef __linux__
static int prepare(int socket) {
  if (socket < 0) return -1;
  int on = 1;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
  setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
  return socket;
}
#endif

int socket_open(void) { return socket_open_family(AF_UNIX); }

int socket_open_family(int family) {
#ifdef __linux__
  return socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
#else
  return prepare(socket(family, SOCK_STREAM, 0));
#endif
}

int socket_accept(int listener) {
#ifdef __linux__
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
#else
  return prepare(accept(listener, NULL, NULL));
#endif
}

static int set_address(struct sockaddr_un *address, const char *path) {
  size_t length = strlen(path);
  if (length == 0 || length > socket_path_limit()) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  return 0;
}

int socket_bind(int socket, const char *path) {
  struct sockaddr_un address;
  if (set_address(&address, path) != 0) return -1;
  return bind(socket, (const struct sockaddr *)&address, sizeof address);
}

int socket_connect(int socket, const char *path) {
  struct sockaddr_un address;
  if (set_address(&address, path) != 0) return -1;
  return connect(socket, (const struct sockaddr *)&address, sizeof address);
}

#ifdef __linux__
// The length of an address with such a name, which begins with a zero byte; 0 if it is too long.
static socklen_t set_name(struct sockaddr_un *address, const char *name) {
  size_t length = strlen(name);
  if (length == 0 || length > sizeof address->sun_path - 1) {
    errno = ENAMETOOLONG;
    return 0;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path + 1, name, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
}

int socket_bind_name(int socket, const char *name) {
  struct sockaddr_un address;
  socklen_t length = set_name(&address, name);
  return length == 0 ? -1 : bind(socket, (const struct sockaddr *)&address, length);
}

int socket_connect_name(int socket, const char *name) {
  struct sockaddr_un address;
  socklen_t length = set_name(&address, name);
  return length == 0 ? -1 : connect(socket, (const struct sockaddr *)&address, length);
}
#else
int socket_bind_name(int socket, const char *name) {
  errno = ENOTSUP;
  return -1;
}

int socket_connect_name(int socket, const char *name) {
  errno = ENOTSUP;
  return -1;
}
#endif

int socket_get_peer(int socket, struct socket_peer *peer) {
#ifdef __linux__
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
  *peer = (struct socket_peer){credentials.uid, credentials.pid};
#else
  gid_t group;
  *peer = (struct socket_peer){0, 0};
  if (getpeereid(socket, &peer->user, &group) != 0) return -1;
  socklen_t length = sizeof peer->process;
  if (getsockopt(socket, SOL_LOCAL, LOCAL_PEERPID, &peer->process, &length) != 0) peer->process = 0;
#endif
  return 0;
}

// A buffer with the alignment of the header that it begins with.
union control {
  struct cmsghdr header;
  char space[CMSG_SPACE(sizeof(int) * SOCKET_DESCRIPTOR_LIMIT)];
};

ssize_t socket_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count) {
  struct iovec part = {(void *)bytes, length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union control control;
  if (count > SOCKET_DESCRIPTOR_LIMIT) {
    errno = EINVAL;
    return -1;
  }
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t socket_receive(int socket, void *bytes, size_t length, struct socket_descriptors *descriptors) {
  struct iovec part = {bytes, length};
  union control control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  descriptors->count = 0;
  descriptors->truncated = 0;
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received < 0) return received;
  descriptors->truncated = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
#ifndef __linux__
      fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
      if (descriptors->count < SOCKET_DESCRIPTOR_LIMIT) {
        descriptors->values[descriptors->count++] = descriptor;
      } else {
        close(descriptor);
      }
    }
  }
  return received;
}
