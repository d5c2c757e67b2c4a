#ifndef SIGNALBOX_CSOCKET_H
#define SIGNALBOX_CSOCKET_H

#include <stddef.h>
#include <sys/types.h>

/// Calls on stream sockets, most of them on Unix sockets. Swift can import neither the macros for control messages nor `struct ucred`.
///
/// Calls that fail return -1 and set `errno`. Sockets do not block, do not raise SIGPIPE, and are closed when this
/// process executes another program.

/// The process at the other end of a connection.
struct socket_peer {
  uid_t user;
  /// 0 if the process belongs to a namespace that this process cannot see.
  pid_t process;
};

/// The largest number of descriptors in one control message.
#define SOCKET_DESCRIPTOR_LIMIT 16

/// Descriptors that arrived with bytes.
struct socket_descriptors {
  int values[SOCKET_DESCRIPTOR_LIMIT];
  int count;
  /// Not 0 if more descriptors were sent than could be received.
  int truncated;
};

/// The longest path of a socket, in bytes.
size_t socket_path_limit(void);

int socket_open(void);

/// A stream socket of another family, such as `AF_INET6`.
int socket_open_family(int family);
int socket_bind(int socket, const char *path);

/// Binds and connects by a name that is no path: the kernel keeps it as long as the socket is open anywhere, and nobody
/// can delete it. Only Linux has such names; elsewhere the error is ENOTSUP.
int socket_bind_name(int socket, const char *name);
int socket_connect_name(int socket, const char *name);
int socket_connect(int socket, const char *path);
int socket_accept(int listener);
int socket_get_peer(int socket, struct socket_peer *peer);
ssize_t socket_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count);

/// Received descriptors are closed when this process executes another program. Their flags are not changed otherwise:
/// `O_NONBLOCK` belongs to the open file, which the sender still uses.
ssize_t socket_receive(int socket, void *bytes, size_t length, struct socket_descriptors *descriptors);

#endif
