#include "library.h"

/// The only kind of event that there is: a transfer has ended.
enum { EVENT_END = 1 };

curl_transfers curl_transfers_make(const struct curl_library *library) { return library->multi_init(); }

void curl_transfers_free(const struct curl_library *library, curl_transfers transfers) {
  library->multi_cleanup(transfers);
}

int curl_transfers_add(const struct curl_library *library, curl_transfers transfers, curl_transfer transfer) {
  return library->multi_add_handle(transfers, transfer);
}

void curl_transfers_remove(const struct curl_library *library, curl_transfers transfers, curl_transfer transfer) {
  library->multi_remove_handle(transfers, transfer);
}

int curl_transfers_perform(const struct curl_library *library, curl_transfers transfers) {
  int running = 0;
  return library->multi_perform(transfers, &running);
}

curl_transfer curl_transfers_ended(const struct curl_library *library, curl_transfers transfers, int *code) {
  int remaining = 0;
  struct curl_event *event;
  while ((event = library->multi_info_read(transfers, &remaining))) {
    if (event->kind != EVENT_END) continue;
    *code = event->result.code;
    return event->transfer;
  }
  return NULL;
}

int curl_transfers_wait(const struct curl_library *library, curl_transfers transfers, int milliseconds) {
  return library->multi_poll(transfers, NULL, 0, milliseconds, NULL);
}

void curl_transfers_wake(const struct curl_library *library, curl_transfers transfers) { library->multi_wakeup(transfers); }
