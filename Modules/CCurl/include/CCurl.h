#ifndef SIGNALBOX_CCURL_H
#define SIGNALBOX_CCURL_H

#include <stddef.h>
#include <stdint.h>

/// The functions of libcurl, which the program is not linked with: it starts and works without.
///
/// The numbers and types here are those of the binary interface that libcurl has had since its version 7.16 and keeps for
/// as long as the library is called `libcurl.so.4`.
struct curl_library;

/// A request of its own with its options: an "easy handle".
typedef void *curl_transfer;
/// Transfers that one thread performs: a "multi handle".
typedef void *curl_transfers;

/// Loads the first of the libraries that has all functions, and prepares it. Returns null if there is none. The library is
/// never unloaded. The last element of the names is null.
const struct curl_library *curl_open(const char *const *names);

// Options whose value is a number.
enum curl_number {
  CURL_NUMBER_NO_BODY = 44,
  CURL_NUMBER_POST = 47,
  CURL_NUMBER_VERIFY_PEER = 64,
  CURL_NUMBER_FRESH_CONNECTION = 74,
  CURL_NUMBER_FORBID_REUSE = 75,
  CURL_NUMBER_GET = 80,
  CURL_NUMBER_VERIFY_HOST = 81,
  /// 2 for HTTP/1.1.
  CURL_NUMBER_HTTP_VERSION = 84,
  CURL_NUMBER_NAME_CACHE_SECONDS = 92,
  CURL_NUMBER_NO_SIGNAL = 99,
  CURL_NUMBER_TLS_SESSION_CACHE = 150,
  CURL_NUMBER_MILLISECONDS = 155,
  CURL_NUMBER_CONNECT_MILLISECONDS = 156,
  CURL_NUMBER_CERTIFICATES = 172,
  /// A set of bits: 1 for HTTP, 2 for HTTPS.
  CURL_NUMBER_PROTOCOLS = 181,
  CURL_NUMBER_ASKS_IDLE_SERVER = 213,
  CURL_NUMBER_IDLE_SECONDS_BEFORE_ASKING = 214,
  CURL_NUMBER_SECONDS_BETWEEN_ASKING = 215,
  /// Since 7.87. Older versions keep no certificates of authorities, and refuse the option.
  CURL_NUMBER_AUTHORITIES_CACHE_SECONDS = 321,
  /// Since 7.87. Older versions wait for the resolution of a name when its transfer is removed.
  CURL_NUMBER_LEAVES_RESOLVER = 322,
};

// Options whose value is text, which is copied.
enum curl_text {
  CURL_TEXT_URL = 10002,
  CURL_TEXT_PROXY = 10004,
  CURL_TEXT_USER_AGENT = 10018,
  CURL_TEXT_METHOD = 10036,
  CURL_TEXT_AUTHORITIES = 10065,
  CURL_TEXT_AUTHORITIES_DIRECTORY = 10097,
  CURL_TEXT_ENCODINGS = 10102,
};

/// Takes a part of the headers or of the body. A result other than the size ends the transfer.
typedef size_t (*curl_sink)(char *bytes, size_t one, size_t size, void *context);

/// Writes the next part of the body of a request, of at most `one * size` bytes, and returns its size.
typedef size_t (*curl_source)(char *bytes, size_t one, size_t size, void *context);

/// The result of a source that ends the transfer instead.
enum { CURL_SOURCE_ABORTS = 0x10000000 };

/// Lines of text, for headers.
struct curl_lines;

/// The size of the buffer for the message of an error.
enum { CURL_MESSAGE_SIZE = 256 };

curl_transfer curl_transfer_make(const struct curl_library *library);
void curl_transfer_free(const struct curl_library *library, curl_transfer transfer);

// Setting an option returns 0, or the code of an error.
int curl_set_number(const struct curl_library *library, curl_transfer transfer, enum curl_number option, long value);
int curl_set_text(const struct curl_library *library, curl_transfer transfer, enum curl_text option, const char *value);
/// The bytes of the body are copied.
int curl_set_body(const struct curl_library *library, curl_transfer transfer, const void *bytes, int64_t size);
/// The body comes from a source, which cannot start again: libcurl then cannot send it twice.
int curl_set_source(
    const struct curl_library *library, curl_transfer transfer, curl_source source, void *context, int64_t size);
/// The lines must exist as long as the transfer.
int curl_set_headers(const struct curl_library *library, curl_transfer transfer, const struct curl_lines *lines);
/// The message must exist as long as the transfer.
int curl_set_message(const struct curl_library *library, curl_transfer transfer, char *message);
int curl_set_sinks(
    const struct curl_library *library, curl_transfer transfer, curl_sink headers, curl_sink body, void *context);

/// Returns the lines with another one, whose text is copied; null if there is no memory for it.
struct curl_lines *curl_lines_add(const struct curl_library *library, struct curl_lines *lines, const char *line);
void curl_lines_free(const struct curl_library *library, struct curl_lines *lines);

/// The status of the answer; 0 if there was none.
long curl_status(const struct curl_library *library, curl_transfer transfer);
/// The status with which a proxy answered the request for a tunnel; 0 if there was none.
long curl_tunnel_status(const struct curl_library *library, curl_transfer transfer);
/// The value of `errno` after a connection failed; 0 if it is not known.
long curl_system_error(const struct curl_library *library, curl_transfer transfer);
/// The address to which the answer redirects; null if it does not. It exists as long as the transfer.
const char *curl_redirect(const struct curl_library *library, curl_transfer transfer);
/// What is known of the server's own certificate, one `name:value` after the other by index; null after the last one, and
/// if there is no certificate.
const char *curl_certificate_line(const struct curl_library *library, curl_transfer transfer, int index);
/// What the code of an error means.
const char *curl_error_text(const struct curl_library *library, int code);

curl_transfers curl_transfers_make(const struct curl_library *library);
void curl_transfers_free(const struct curl_library *library, curl_transfers transfers);
/// Adding returns 0, or the code of an error.
int curl_transfers_add(const struct curl_library *library, curl_transfers transfers, curl_transfer transfer);
void curl_transfers_remove(const struct curl_library *library, curl_transfers transfers, curl_transfer transfer);
/// Does what can be done without waiting. Returns 0, or the code of an error.
int curl_transfers_perform(const struct curl_library *library, curl_transfers transfers);
/// A transfer that has ended, and the code of its error, which is 0 for none; null if there is no other one.
curl_transfer curl_transfers_ended(const struct curl_library *library, curl_transfers transfers, int *code);
/// Waits until there is something to do, or until the time has passed. Returns 0, or the code of an error.
int curl_transfers_wait(const struct curl_library *library, curl_transfers transfers, int milliseconds);
/// Ends the present or the next wait, from any thread.
void curl_transfers_wake(const struct curl_library *library, curl_transfers transfers);

#endif
