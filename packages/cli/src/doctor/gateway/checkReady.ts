import type { Check } from '../Check.ts'
import { readJson, request } from '../request.ts'

const name = 'gateway'

/**
 * Checks that a gateway answers at a URL, and that what it depends on does.
 *
 * @returns the check, and whether it is a gateway that answers there
 */
export async function checkReady({
  gatewayUrl,
}: {
  gatewayUrl: string
}): Promise<{ check: Check; isGateway: boolean }> {
  const details = await request(`${gatewayUrl}/healthz`)
  // Proxies hide the details from the public, and gateways before this version have none.
  const isHidden = 'status' in details && details.status === 404
  const path = isHidden ? '/readyz' : '/healthz'
  const answer = isHidden ? await request(`${gatewayUrl}${path}`) : details
  const refuse = (message: string, remedy: string) => ({
    check: { name, status: 'problem' as const, message, remedy },
    isGateway: false,
  })
  if ('failure' in answer)
    return refuse(
      `${gatewayUrl} cannot be reached: ${answer.failure}.`,
      'Check the address, that the gateway runs, and its certificate.',
    )
  const { checks } = readJson(answer.text) ?? {}
  if (typeof checks !== 'object' || checks === null)
    return refuse(
      `${gatewayUrl}${path} answers ${answer.status}, but not as a gateway of Portico does.`,
      'Use the address of the gateway without a path, and check what the proxy in front of it passes on.',
    )
  return { check: judge({ gatewayUrl, status: answer.status, checks: { ...checks } }), isGateway: true }
}

function judge({
  gatewayUrl,
  status,
  checks,
}: {
  gatewayUrl: string
  status: number
  checks: Record<string, unknown>
}): Check {
  const failed = Object.entries(checks).filter(([, state]) => state !== 'ok')
  const list = failed
    .map(([part, state]) => `${part} ${state === 'failed' ? 'fails' : `is ${String(state)}`}`)
    .join(', ')
  if (status !== 200)
    return {
      name,
      status: 'problem',
      message: `${gatewayUrl} is not ready: ${list || `it answers ${status}`}.`,
      remedy: 'See the log of the gateway. Upstreams of chains are set with RPC_URLS.',
    }
  // Only Redis may fail: the gateway goes on without it.
  if (failed.length > 0)
    return {
      name,
      status: 'warning',
      message: `${gatewayUrl} is ready, but ${list}.`,
      remedy: 'See the log of the gateway.',
    }
  return { name, status: 'ok', message: `${gatewayUrl} is ready.` }
}
