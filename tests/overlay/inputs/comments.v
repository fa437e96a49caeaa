// nothing
/* yet */
