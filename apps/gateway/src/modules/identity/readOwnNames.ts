import type { NameService } from '../names/service.ts'
import type { OwnNames } from './service.ts'

/** The name an account has registered itself here. */
export function readOwnNames(names: Pick<NameService, 'reverse'>): OwnNames {
  return {
    async reverse({ address }) {
      const [found] = await names.reverse({ address })
      return found ? { name: found.name, avatar: found.attributes.avatar ?? null } : null
    },
  }
}
