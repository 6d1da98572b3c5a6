import {
  addressChangeResponse,
  addressChangeStatementResponse,
  introductionMailResponse,
} from '@portico/protocol/gateway'
import {
  emailDeviceResponse,
  emailResendResponse,
  updateFinishResponse,
  updateLinkResponse,
  updateStartResponse,
} from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { ServerClient } from './createServerClient.ts'

/** The servers that a change of address needs, and the access token for the gateway. */
export type AddressServers = {
  gatewayServer: ServerClient
  vaultServer: ServerClient
  token(): Promise<string>
}

/** Creates a client of the routes of both servers for changes of address. Checks the shape of each response. */
export function createAddressClient({ gatewayServer, vaultServer, token }: AddressServers) {
  const { call: callVault } = vaultServer
  const atGateway = async <schema extends z.core.$ZodType>(path: string, body: object, schema: schema) =>
    gatewayServer.call({
      path: `/wallet/v1/address-changes${path}`,
      accessToken: await token(),
      body,
      schema,
    })
  return {
    gateway: {
      /** Has a code mailed to the current address; `sealed` has both addresses and the vault's challenge. */
      start: (sealed: string) => atGateway('', { sealed }, addressChangeResponse),
      enterOld: (id: string, sealed: string) => atGateway(`/${id}/old`, { sealed }, z.unknown()),
      /** Has a code mailed to the next address; `approved` is the vault's statement. */
      next: (id: string, approved: string) =>
        atGateway(`/${id}/next`, { approved }, introductionMailResponse),
      resend: (id: string) => atGateway(`/${id}/resend`, {}, introductionMailResponse),
      enterNew: (id: string, sealed: string) =>
        atGateway(`/${id}/new`, { sealed }, addressChangeStatementResponse),
      /** Returns the statement of `enterNew` again. */
      statement: (id: string) => atGateway(`/${id}/statement`, {}, addressChangeStatementResponse),
      finish: (id: string, changed: string) => atGateway(`/${id}/finish`, { changed }, z.unknown()),
    },
    vault: {
      start: (body: { userId: string; email: string; origin: string }) =>
        callVault({ path: '/v1/update/start', body, schema: updateStartResponse }),
      /** Has the link mailed to the next address. */
      mailLink: (tx: string) =>
        callVault({ path: '/v1/update/link', body: { tx }, schema: updateLinkResponse }),
      resendLink: (tx: string) =>
        callVault({ path: '/v1/email/resend', body: { tx }, schema: emailResendResponse }),
      /** Long-polls for the approval of the link; the vault responds within 25 seconds. */
      waitForLink: (tx: string) =>
        callVault({ path: '/v1/email/device', body: { tx }, schema: emailDeviceResponse }),
      finish: (tx: string, statement: string) =>
        callVault({ path: '/v1/update/finish', body: { tx, statement }, schema: updateFinishResponse }),
    },
  }
}
