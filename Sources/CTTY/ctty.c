#include "ctty.h"
