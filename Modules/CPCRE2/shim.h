// PCRE2 for texts in UTF-8, as Swift imports it.
#ifndef SIGNALBOX_CPCRE2_SHIM_H
#define SIGNALBOX_CPCRE2_SHIM_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
