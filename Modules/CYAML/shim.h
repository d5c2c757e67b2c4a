// libyaml as Swift imports it: its structures, enumerations and functions need no help.
#ifndef SIGNALBOX_CYAML_SHIM_H
#define SIGNALBOX_CYAML_SHIM_H

#include <yaml.h>

#endif
