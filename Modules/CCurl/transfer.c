#include "library.h"

/// Options and questions with values of other types than those of the header.
enum {
  OPTION_BODY_CONTEXT = 10001,
  OPTION_SOURCE_CONTEXT = 10009,
  OPTION_MESSAGE = 10010,
  OPTION_HEADERS = 10023,
  OPTION_HEADERS_CONTEXT = 10029,
  OPTION_COPIED_BODY = 10165,
  OPTION_BODY_SINK = 20011,
  OPTION_SOURCE = 20012,
  OPTION_HEADERS_SINK = 20079,
  OPTION_BODY_SIZE = 30120,
  INFO_REDIRECT = 0x100000 + 31,
  INFO_STATUS = 0x200000 + 2,
  INFO_TUNNEL_STATUS = 0x200000 + 22,
  INFO_SYSTEM_ERROR = 0x200000 + 25,
  INFO_CERTIFICATES = 0x400000 + 34,
};

curl_transfer curl_transfer_make(const struct curl_library *library) { return library->easy_init(); }

void curl_transfer_free(const struct curl_library *library, curl_transfer transfer) { library->easy_cleanup(transfer); }

int curl_set_number(const struct curl_library *library, curl_transfer transfer, enum curl_number option, long value) {
  return library->easy_setopt(transfer, (int)option, value);
}

int curl_set_text(const struct curl_library *library, curl_transfer transfer, enum curl_text option, const char *value) {
  return library->easy_setopt(transfer, (int)option, value);
}

int curl_set_body(const struct curl_library *library, curl_transfer transfer, const void *bytes, int64_t size) {
  // The size comes first: the bytes are copied when they are set.
  int code = library->easy_setopt(transfer, OPTION_BODY_SIZE, size);
  return code ? code : library->easy_setopt(transfer, OPTION_COPIED_BODY, size > 0 ? bytes : "");
}

int curl_set_source(
    const struct curl_library *library, curl_transfer transfer, curl_source source, void *context, int64_t size) {
  int code = library->easy_setopt(transfer, OPTION_BODY_SIZE, size);
  if (!code) code = library->easy_setopt(transfer, OPTION_SOURCE, source);
  return code ? code : library->easy_setopt(transfer, OPTION_SOURCE_CONTEXT, context);
}

int curl_set_headers(const struct curl_library *library, curl_transfer transfer, const struct curl_lines *lines) {
  return library->easy_setopt(transfer, OPTION_HEADERS, lines);
}

int curl_set_message(const struct curl_library *library, curl_transfer transfer, char *message) {
  return library->easy_setopt(transfer, OPTION_MESSAGE, message);
}

int curl_set_sinks(
    const struct curl_library *library, curl_transfer transfer, curl_sink headers, curl_sink body, void *context) {
  int code = library->easy_setopt(transfer, OPTION_HEADERS_SINK, headers);
  if (!code) code = library->easy_setopt(transfer, OPTION_HEADERS_CONTEXT, context);
  if (!code) code = library->easy_setopt(transfer, OPTION_BODY_SINK, body);
  return code ? code : library->easy_setopt(transfer, OPTION_BODY_CONTEXT, context);
}

struct curl_lines *curl_lines_add(const struct curl_library *library, struct curl_lines *lines, const char *line) {
  return library->slist_append(lines, line);
}

void curl_lines_free(const struct curl_library *library, struct curl_lines *lines) { library->slist_free_all(lines); }

static long number(const struct curl_library *library, curl_transfer transfer, int question) {
  long value = 0;
  return library->easy_getinfo(transfer, question, &value) ? 0 : value;
}

long curl_status(const struct curl_library *library, curl_transfer transfer) {
  return number(library, transfer, INFO_STATUS);
}

long curl_tunnel_status(const struct curl_library *library, curl_transfer transfer) {
  return number(library, transfer, INFO_TUNNEL_STATUS);
}

long curl_system_error(const struct curl_library *library, curl_transfer transfer) {
  return number(library, transfer, INFO_SYSTEM_ERROR);
}

const char *curl_redirect(const struct curl_library *library, curl_transfer transfer) {
  char *address = NULL;
  return library->easy_getinfo(transfer, INFO_REDIRECT, &address) ? NULL : address;
}

const char *curl_certificate_line(const struct curl_library *library, curl_transfer transfer, int index) {
  struct curl_certificates *certificates = NULL;
  if (library->easy_getinfo(transfer, INFO_CERTIFICATES, &certificates) || !certificates) return NULL;
  if (certificates->count == 0) return NULL;
  const struct curl_lines *line = certificates->lists[0];
  for (; line && index > 0; index--) line = line->next;
  return line ? line->text : NULL;
}

const char *curl_error_text(const struct curl_library *library, int code) { return library->easy_strerror(code); }
