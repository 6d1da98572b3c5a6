import type { Log } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import type { ImageService } from '../images/service.ts'
import { createNftMetadataService, type NftMetadataService } from './createNftMetadataService.ts'
import { createNftStore } from './store.ts'

/** Creates the NFT metadata service with its store. */
export function createNftMetadata({
  config: { contentGateways: gateways },
  database,
  images,
  safeFetch,
  log,
  now,
}: {
  config: Pick<Config, 'contentGateways'>
  database: Database
  images: ImageService
  safeFetch: SafeFetch
  log: Log
  now: () => number
}): NftMetadataService {
  return createNftMetadataService({
    store: createNftStore({ database }),
    images,
    safeFetch,
    gateways,
    log,
    now,
  })
}
