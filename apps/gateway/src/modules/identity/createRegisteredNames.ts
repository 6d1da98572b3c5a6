import type { NameService } from '../names/service.ts'
import type { RegisteredNames } from './service.ts'

/** Returns a lookup of the name that an account registered at this gateway. */
export function createRegisteredNames(names: Pick<NameService, 'reverse'>): RegisteredNames {
  return {
    async reverse(account) {
      const [registered] = await names.reverse(account)
      return registered ? { name: registered.name, avatar: registered.attributes.avatar ?? null } : null
    },
  }
}
