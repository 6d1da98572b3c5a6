import { base64urlnopad } from '@scure/base'
import type { SocialSettings } from '../page/pageData.ts'
import { makeDpopKeys } from '../session/createDpopProver.ts'
import type { SocialTicket } from '../session/createSocialLogin.ts'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import { ServerError } from '../session/ServerError.ts'
import { createAuthorizationRequest } from './createAuthorizationRequest.ts'
import { createWindowClient, type SocialServers } from './createWindowClient.ts'
import { endLogin } from './endLogin.ts'
import type { SocialLeg } from './SocialLeg.ts'
import { writeSocialRecord } from './socialRecord.ts'

const random = () => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))

/**
 * Returns the function that opens the login at the servers with a new key of this window, and returns the address at the
 * provider. After a server could not be reached, another call goes on from there.
 */
export function createDeparture({
  ticket,
  clientId,
  social: { issuers },
  site,
  servers,
  storage,
}: {
  ticket: SocialTicket
  clientId: string
  social: SocialSettings
  site: string
  servers: SocialServers
  storage: PartitionStorage
}): () => Promise<string> {
  const { provider, tx, second, returnTo } = ticket

  async function createRequest(leg: SocialLeg['leg'], open: (rPage: string) => Promise<string>) {
    const [state, rPage] = [random(), random()]
    const rServer = await open(rPage)
    const request = { ticket, leg, clientId, issuers, site, state, rPage, rServer }
    return { state, url: await createAuthorizationRequest(request) }
  }

  async function openVault() {
    const { privateKey, publicKey } = await makeDpopKeys()
    const keys = { privateKey, publicKey }
    const client = await createWindowClient(keys, servers)
    const request = await createRequest('vault', (rPage) => client.vault.open(ticket.ticket, rPage))
    return { keys, client, request }
  }

  let opened: Awaited<ReturnType<typeof openVault>> | undefined
  return async () => {
    opened ??= await openVault()
    const { keys, client, request } = opened
    const shared = {
      ...{ provider, tx, keys, startedAt: Date.now() },
      ...(returnTo === undefined ? {} : { returnTo }),
    }
    if (second === undefined) {
      await writeSocialRecord(storage, { ...shared, leg: 'vault', state: request.state })
      return request.url
    }
    try {
      const first = await createRequest('gateway', (rPage) => client.gateway.open(second, rPage))
      const { state, url } = first
      await writeSocialRecord(storage, {
        ...shared,
        leg: 'gateway',
        state,
        introduction: second,
        next: request,
      })
      return url
    } catch (error) {
      if (error instanceof ServerError) await endLogin(client, tx, 'failed').catch(() => undefined)
      throw error
    }
  }
}
