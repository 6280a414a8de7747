#include "ctty.h"

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

const char *tty_commit(void) {
#ifdef LISTVIEW_COMMIT
  return TEXT(LISTVIEW_COMMIT);
#else
  return "";
#endif
}
