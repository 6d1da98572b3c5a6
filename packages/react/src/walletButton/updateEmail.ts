import { getConnectorDetails } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { EmailLoginRequiredError } from './errors.ts'
import { openUntil } from './openUntil.ts'

/** The new e-mail address. */
export interface UpdatedEmail {
  email: string
}

/**
 * Opens the view that changes the e-mail address of the embedded wallet. Resolves when it is changed.
 *
 * @throws EmailLoginRequiredError · ModalClosedError
 */
export async function updateEmail(scope: KitScope): Promise<UpdatedEmail> {
  const { store, namespaces } = scope.kit
  const isLoggedIn = [...namespaces.keys()].some(
    (id) => getConnectorDetails(store.getState(), id)?.type === 'AUTH',
  )
  if (!isLoggedIn) throw new EmailLoginRequiredError()
  const before = store.getState().embedded?.email
  return openUntil(scope, {
    view: { name: 'update-email' },
    read: () => {
      const email = store.getState().embedded?.email
      return email === undefined || email === before ? undefined : { email }
    },
  })
}
