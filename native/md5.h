/* MD5 and the DXBC container digest over plain memory. No allocation, any byte order, any alignment. */
#ifndef DXILKIT_MD5_H
#define DXILKIT_MD5_H

#include <stddef.h>
#include <stdint.h>

/* Plain MD5 (RFC 1321). */
void dxilkit_md5(const uint8_t *data, size_t length, uint8_t digest[16]);

/* Container digest of the bytes from the version field (offset 20) on. debug != 0 selects the debug flavour's tail. */
void dxilkit_container_digest(const uint8_t *data, size_t length, int debug, uint8_t digest[16]);

#endif
