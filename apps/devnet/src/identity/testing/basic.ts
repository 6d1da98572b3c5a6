import type { ProviderId } from '../IdentityClient.ts'
import { clientOf } from './requests.ts'

/** Returns the headers with which the local client of a provider authenticates itself. */
export const basic = (id: ProviderId) => ({
  authorization: `Basic ${Buffer.from(`${clientOf(id).id}:${clientOf(id).secret}`).toString('base64')}`,
})
