import type { Outcome } from './Check.ts'
import { checkHttp } from './checkHttp.ts'
import { describeConnectionError } from './describeConnectionError.ts'
import { askProxyCheck, proxyCheckHeader } from './proxyCheck.ts'

/**
 * Calls a server at its public address, as browsers do: whether the name, the certificate and the proxies lead to it, and how many
 * proxies there are. That it is not running yet is no problem.
 *
 * @param secret the secret with which the server answers `answerProxyCheck`; undefined if it could not be read
 */
export async function checkPublicUrl({
  url,
  secret,
  trustedProxies,
}: {
  url: string
  secret: Uint8Array | undefined
  trustedProxies: number
}): Promise<Outcome[]> {
  const asked = secret && askProxyCheck({ secret, now: Date.now() })
  try {
    return await checkHttp({
      url: `${url}/livez`,
      init: asked ? { headers: { [proxyCheckHeader]: asked } } : {},
      read: ({ status, headers }) => {
        if ([502, 503, 504].includes(status))
          return { status: 'warning', text: `answers with ${status}: the server is not running yet` }
        if (status !== 200)
          return { status: 'problem', text: `does not lead here: it answers with ${status}` }
        const count = headers.get(proxyCheckHeader)
        if (asked && count === null)
          return { status: 'problem', text: 'leads to another server, or to one with other keys' }
        return judge({ count: count === null ? undefined : Number(count), trustedProxies })
      },
    })
  } catch (error) {
    const reason = describeConnectionError(error)
    const isStopped = reason.startsWith('nothing listens')
    return [
      {
        status: isStopped ? 'warning' : 'problem',
        text: isStopped ? `${reason} (before the first start, this is as it should be)` : reason,
      },
    ]
  }
}

function judge({ count, trustedProxies }: { count: number | undefined; trustedProxies: number }): Outcome {
  const text = 'leads here'
  const passed = count === 1 ? 'one proxy' : `${count} proxies`
  if (count === undefined) return { status: 'ok', text }
  if (count === trustedProxies) return { status: 'ok', text: `${text}, through ${passed} (TRUSTED_PROXIES)` }
  const risk =
    count > trustedProxies
      ? 'all visitors share the address of a proxy, and its limits'
      : 'anybody can forge an address'
  return {
    status: 'problem',
    text: `${text}, through ${passed}, but TRUSTED_PROXIES is ${trustedProxies}: ${risk}. Set it to ${count}`,
  }
}
