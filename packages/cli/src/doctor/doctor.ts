import type { Check } from './Check.ts'
import { checkProject } from './gateway/checkProject.ts'
import { checkReady } from './gateway/checkReady.ts'
import { checkRelay } from './gateway/checkRelay.ts'
import { checkPackages } from './packages/checkPackages.ts'
import { checkPage } from './page/checkPage.ts'
import { checkWalletSite } from './page/checkWalletSite.ts'

/**
 * Finds what is set up wrong: the installed packages of an application and, with their addresses, its gateway, the
 * gateway's relay, the wallet site, and the page.
 *
 * @param folder of the application
 * @param gatewayUrl address of the gateway, without a path
 * @param projectId the project at the gateway
 * @param pageUrl address of the page, of which the origin must be allowed at the gateway
 * @param walletUrl address of the wallet site
 * @param relayUrl address of the relay; default: `/relay` of the gateway
 *
 * @example
 * import { doctor } from '@portico/cli'
 *
 * const checks = await doctor({ folder: '.', gatewayUrl: 'http://localhost:4401', projectId: 'local' })
 * const problems = checks.filter(({ status }) => status === 'problem')
 */
export async function doctor({
  folder,
  gatewayUrl,
  projectId,
  pageUrl,
  walletUrl,
  relayUrl = gatewayUrl && `${gatewayUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/relay`,
}: {
  folder: string
  gatewayUrl?: string | undefined
  projectId?: string | undefined
  pageUrl?: string | undefined
  walletUrl?: string | undefined
  relayUrl?: string | undefined
}): Promise<Check[]> {
  const origin = pageUrl && new URL(pageUrl).origin
  const gateway = gatewayUrl?.replace(/\/+$/, '')
  const ready = gateway ? await checkReady({ gatewayUrl: gateway }) : undefined
  // What is no gateway needs no further checks.
  const isGateway = ready?.isGateway === true
  return [
    ...checkPackages({ folder }),
    ...(ready ? [ready.check] : []),
    ...(gateway && isGateway ? [await checkProject({ gatewayUrl: gateway, projectId, origin })] : []),
    ...(relayUrl && (isGateway || !gateway) ? [await checkRelay({ relayUrl, projectId, origin })] : []),
    ...(walletUrl ? [await checkWalletSite({ walletUrl, projectId, origin })] : []),
    ...(pageUrl ? await checkPage({ pageUrl, gatewayUrl: gateway, relayUrl, walletUrl }) : []),
  ]
}
