import type { Framework, Migration, Outcome } from '../Migration.ts'
import { modules, type OldModule } from './modules.ts'
import { elementsModules, vueModules } from './otherFrameworks.ts'

const packagePattern = /^@reown\/appkit(?:-[\w-]+)?(?:\/[\w./-]+)?$/

/** Applications with AppKit of Reown. Its public names are ours, so only imports change. */
export const appkit: Migration = {
  title: 'AppKit',
  hints: ['@reown/appkit'],
  isOld: (module) => packagePattern.test(module),
  resolveName({ module, name, framework }) {
    const old = findModule({ module, framework })
    const other = old?.others?.[name]
    if (other) return other
    if (!old?.to) return missing(module)
    if (old.names && !old.names.includes(name))
      return { keep: `"${name}" of ${module} has no counterpart in ${old.to}.` }
    return { to: old.to }
  },
  resolveModule({ module, framework }) {
    const to = findModule({ module, framework })?.to
    return to ? { to } : missing(module)
  },
  nextSteps: [
    'Set `gatewayUrl` in createAppKit to the address of your gateway, and `walletConnect: { relayUrl }` to its relay.',
    'Register the origin of the page for your project at the gateway; `portico doctor` checks it.',
  ],
}

const byFramework: Readonly<Record<Framework, Readonly<Record<string, OldModule>>>> = {
  react: {},
  vue: vueModules,
  none: elementsModules,
}

/** Entries of React and of Vue say themselves what they are for, whatever the manifest says. */
function findModule({ module, framework }: { module: string; framework: Framework }): OldModule | undefined {
  return byFramework[framework][module] ?? modules[module] ?? vueModules[module]
}

function missing(module: string): Outcome {
  return { keep: modules[module]?.keep ?? `${module} has no counterpart in Portico.` }
}
