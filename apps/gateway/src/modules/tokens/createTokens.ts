import type { Catalogue } from '@portico/catalogue'
import type { Config } from '../../infra/config/Config.ts'
import type { Database } from '../../infra/database/openDatabase.ts'
import { createTokenLists } from './createTokenLists.ts'
import { createTokenService, type TokenService } from './service.ts'
import { createTokenStore } from './store.ts'

/** Creates the service of token metadata for other modules. It has no routes. */
export function createTokens({
  config: { tokens },
  catalogue,
  database,
  now,
}: {
  config: Pick<Config, 'tokens'>
  catalogue: Pick<Catalogue, 'tokenList' | 'symbolIcon'>
  database: Database
  now: () => number
}): TokenService {
  const store = createTokenStore({ database })
  return createTokenService({
    tokens,
    tokenLists: createTokenLists({ catalogue }),
    coinIcon(symbol) {
      const file = catalogue.symbolIcon(symbol)
      return file && `/public/getTokenImage/${file}`
    },
    store,
    now,
  })
}
