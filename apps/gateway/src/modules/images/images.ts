import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { createFileBlobStore } from './createFileBlobStore.ts'
import { createMemoryBlobStore } from './createMemoryBlobStore.ts'
import { imageOperations, imageRoutes } from './routes.ts'
import { createImageService } from './service.ts'

/** Bytes cached in memory if the configuration turns the disk cache off. */
const memoryCacheBytes = 16 * 1024 * 1024

/** Creates the module that validates and proxies images of other servers. */
export function createImagesModule({
  config: { contentGateways: gateways, dataDir, imageCacheBytes },
  cursorSecret,
  safeFetch,
  now,
}: Pick<ModuleContext, 'config' | 'cursorSecret' | 'now'> & { safeFetch: SafeFetch }) {
  const service = createImageService({
    safeFetch,
    gateways,
    blobs:
      imageCacheBytes > 0
        ? createFileBlobStore({ folder: join(dataDir, 'images'), maxBytes: imageCacheBytes })
        : createMemoryBlobStore({ maxBytes: memoryCacheBytes }),
    // One derived key per purpose: a signature for one purpose must not be valid for another.
    secret: Buffer.from(hkdfSync('sha256', cursorSecret, '', 'portico image paths', 32)),
    now,
  })
  const routes = imageRoutes({ images: service })
  return {
    ...createModule({ section: 'Wallets and pictures', routes, operations: imageOperations }),
    service,
  }
}
