#ifdef __linux__
#define _GNU_SOURCE
#include "CProcess.h"

#include <poll.h>
#include <sys/epoll.h>

enum { BATCH = 64 };

int descriptor_events_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int descriptor_events_set(int events, int descriptor, int readable, int writable, uint64_t tag) {
  struct epoll_event event = {
      .events = (readable ? EPOLLIN : 0) | (writable ? EPOLLOUT : 0),
      .data.u64 = tag,
  };
  // One without a wish would still report that it has hung up.
  if (!readable && !writable) return epoll_ctl(events, EPOLL_CTL_DEL, descriptor, &event);
  int result = epoll_ctl(events, EPOLL_CTL_MOD, descriptor, &event);
  return result ? epoll_ctl(events, EPOLL_CTL_ADD, descriptor, &event) : result;
}

void descriptor_events_wait(int events) {
  struct pollfd entry = {.fd = events, .events = POLLIN};
  poll(&entry, 1, -1);
}

int descriptor_events_take(int events, struct descriptor_event *taken, int count) {
  struct epoll_event arrived[BATCH];
  count = epoll_wait(events, arrived, count < BATCH ? count : BATCH, 0);
  for (int index = 0; index < count; index++) {
    const uint32_t happened = arrived[index].events;
    const int over = (happened & (EPOLLHUP | EPOLLERR)) != 0;
    taken[index] = (struct descriptor_event){
        .tag = arrived[index].data.u64,
        .readable = over || happened & EPOLLIN,
        .writable = over || happened & EPOLLOUT,
    };
  }
  return count;
}
#endif
