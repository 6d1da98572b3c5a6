import type { RelayConfig } from '../../infra/config/RelayConfig.ts'

/** Reads the variables of the relay. Adds invalid values to `problems`. */
export function readRelay({
  get,
  publicUrls,
  problems,
}: {
  get: (name: string) => string | undefined
  publicUrls: readonly string[]
  problems: string[]
}): RelayConfig {
  const further = (get('RELAY_HOSTS') ?? '').split(/[\s,]+/).filter(Boolean)
  const invalid = further.find((host) => !isHost(host))
  if (invalid !== undefined)
    problems.push(`RELAY_HOSTS must be host names such as relay.example; one is "${invalid.slice(0, 80)}".`)
  return {
    hosts: [...publicUrls, ...further.filter(isHost).map((host) => `wss://${host}`)].map(
      (url) => new URL(url).host,
    ),
  }
}

/** Whether a text is a host with or without a port, and nothing else of a URL. */
function isHost(text: string): boolean {
  return /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.test(text) && URL.canParse(`wss://${text}`)
}
