import type { Migration, Outcome } from '../Migration.ts'
import { modules } from './modules.ts'

const packagePattern = /^@reown\/appkit(?:-[\w-]+)?(?:\/[\w./-]+)?$/

/** Applications with AppKit of Reown. Its public names are ours, so only imports change. */
export const appkit: Migration = {
  title: 'AppKit',
  hints: ['@reown/appkit'],
  isOld: (module) => packagePattern.test(module),
  resolveName({ module, name }) {
    const old = modules[module]
    const other = old?.others?.[name]
    if (other) return other
    if (!old?.to) return missing(module)
    if (old.names && !old.names.includes(name))
      return { keep: `"${name}" of ${module} has no counterpart in ${old.to}.` }
    return { to: old.to }
  },
  resolveModule({ module }) {
    const to = modules[module]?.to
    return to ? { to } : missing(module)
  },
  nextSteps: [
    'Set `gatewayUrl` in createAppKit to the address of your gateway, and `walletConnect: { relayUrl }` to its relay.',
    'Register the origin of the page for your project at the gateway; `portico doctor` checks it.',
  ],
}

function missing(module: string): Outcome {
  return { keep: modules[module]?.keep ?? `${module} has no counterpart in Portico.` }
}
