import { localIdentity, logIn } from '@portico/devnet/identity'
import type { SocialTicket } from '../src/session/createSocialLogin.ts'
import { memoryStorage } from '../src/session/memoryStorage.ts'
import { createDeparture } from '../src/social/createDeparture.ts'
import { createWindowClient } from '../src/social/createWindowClient.ts'
import { finishLeg } from '../src/social/finishLeg.ts'
import { legPaths } from '../src/social/legPaths.ts'
import { readCallback } from '../src/social/readCallback.ts'
import { takeSocialRecord } from '../src/social/socialRecord.ts'
import type { Intercept } from './interceptCalls.ts'
import type { Servers } from './startServers.ts'

/**
 * Does what the window of a social login does: goes to the provider, logs in there as this person, and hands the result to the servers,
 * in both legs. The wallet's own code, without its page.
 *
 * @param intercept runs around each request
 */
export async function visitProvider(
  { vaultUrl, gatewayUrl, walletOrigin, identityUrl }: Servers,
  {
    ticket,
    person = 'ada',
    fetch,
    intercept,
  }: { ticket: SocialTicket; person?: string; fetch: typeof globalThis.fetch; intercept: Intercept },
) {
  const storage = { ...memoryStorage(), isDurable: true }
  const { provider } = ticket
  const watched: typeof fetch = (url, init) =>
    intercept(`window ${new URL(`${url}`).pathname.replaceAll(/[\w-]{43}/g, ':id')}`, () => fetch(url, init))
  const servers = { vaultUrl, gatewayUrl, fetch: watched }
  const depart = createDeparture({
    ...{ ticket, servers, storage, site: walletOrigin, social: { issuers: identityUrl, clients: {} } },
    clientId: localIdentity.clients.find((client) => client.provider === provider)?.id ?? '',
  })
  for (let url = await depart(); ; ) {
    const { url: returned, params } = await logIn({ url, button: person })
    const leg = legPaths.get(new URL(returned).pathname)
    const callback = readCallback(`${params}`)
    const record = leg && callback && (await takeSocialRecord(storage, { ...leg, state: callback.state }))
    if (!callback || !record) throw new Error(`The window knows no login at ${returned}.`)
    const client = await createWindowClient(record.keys, servers)
    const finished = await finishLeg({ record, params: callback.params, client, storage })
    if (!('next' in finished)) return finished
    url = finished.next
  }
}
