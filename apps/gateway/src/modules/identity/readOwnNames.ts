import type { NameService } from '../names/service.ts'
import type { OwnNames } from './service.ts'

/** The name an account has registered itself here. Anybody can point a name at any account: that makes nobody known by it. */
export function readOwnNames(names: Pick<NameService, 'ownedBy'>): OwnNames {
  return {
    async reverse({ address }) {
      const found = await names.ownedBy({ address })
      return found ? { name: found.name, avatar: found.attributes.avatar ?? null } : null
    },
  }
}
