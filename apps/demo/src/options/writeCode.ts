import type { DemoOptions } from './demoOptions.ts'
import { nestOptions } from './nestOptions.ts'

/** Returns the source code of an application with these options. */
export function writeCode({ options, gatewayUrl }: { options: DemoOptions; gatewayUrl: string }): string {
  const {
    signIn = 'optional',
    gateway = true,
    relay = true,
    walletConnectOnly = false,
    legal = false,
    rtl: _,
    networks: __,
    defaultNetwork: ___,
    ...others
  } = nestOptions(options)
  const siwx = signIn !== 'off'
  const lines = [
    "import { AppKitButton, createAppKit } from '@portico/react'",
    "import { base, mainnet } from '@portico/react/networks'",
    ...(walletConnectOnly ? [] : ["import { EvmAdapter } from '@portico/evm'"]),
    ...(siwx ? ["import { DefaultSIWX } from '@portico/siwx'"] : []),
    '',
    'createAppKit({',
    "  projectId: 'local',",
    '  networks: [mainnet, base],',
    `  adapters: [${walletConnectOnly ? '' : 'new EvmAdapter()'}],`,
    ...(gateway ? [`  gatewayUrl: '${gatewayUrl}',`] : []),
    ...(relay ? [`  walletConnect: { relayUrl: '${gatewayUrl.replace(/^http/, 'ws')}/relay' },`] : []),
    ...(siwx ? [`  siwx: new DefaultSIWX(${signIn === 'optional' ? '{ required: false }' : ''}),`] : []),
    ...(legal ? ["  termsConditionsUrl: '/terms',", "  privacyPolicyUrl: '/privacy',"] : []),
    ...Object.entries(others).map(([name, value]) => `  ${name}: ${toLiteral(value)},`),
    '})',
    '',
    'export const App = () => <AppKitButton />',
  ]
  return lines.join('\n')
}

function toLiteral(value: unknown): string {
  if (typeof value === 'string') return toQuoted(value)
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([name, inner]) => `${/^[a-z]\w*$/i.test(name) ? name : `'${name}'`}: ${toLiteral(inner)}`,
  )
  return `{ ${members.join(', ')} }`
}

/** Escapes as JSON does, so that no value from a shared link can break out of its quotes in the copied code. */
function toQuoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
