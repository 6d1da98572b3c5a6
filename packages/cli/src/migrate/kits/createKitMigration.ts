import type { Migration } from '../Migration.ts'
import type { Script } from '../script/Script.ts'
import { findBindings } from './findBindings.ts'
import { isGone } from './isGone.ts'
import type { KitRules } from './KitRules.ts'
import { namesIn } from './namesIn.ts'
import type { Rewrite } from './Rewrite.ts'
import { removeOrphans } from './removeOrphans.ts'
import { rewriteButton } from './rewriteButton.ts'
import { rewriteConfig } from './rewriteConfig.ts'
import { rewriteHook } from './rewriteHook.ts'
import { rewriteProvider } from './rewriteProvider.ts'

/** Creates the migration from a kit that is built on wagmi, from its rules. */
export function createKitMigration(rules: KitRules): Migration {
  return {
    title: rules.title,
    hints: [rules.hint],
    isOld: rules.isOld,
    resolveName: ({ module, name }) => ({ keep: adviceFor({ rules, module, name }) }),
    resolveModule: ({ module }) =>
      module.endsWith('.css') ? { drop: true } : { keep: `${module} has no counterpart in Portico.` },
    transform: (script) => transform(script, rules),
    nextSteps: rules.nextSteps,
  }
}

function adviceFor({ rules, module, name }: { rules: KitRules; module: string; name: string }): string {
  const { buttons, providers, configs, hooks, notes } = rules
  if (notes[name]) return `"${name}" of ${module} has no counterpart: ${notes[name]}`
  return [...buttons, ...providers, ...configs, ...Object.keys(hooks)].includes(name)
    ? `"${name}" of ${module} is still used: see the comments where it is.`
    : `"${name}" of ${module} has no counterpart in Portico.`
}

function transform(script: Script, rules: KitRules) {
  const used = namesIn(script)
  const needs = new Map<string, Set<string>>()
  const rewrite: Rewrite = {
    script,
    rules,
    removed: [],
    written: [],
    needs,
    reserve(name) {
      let free = name
      for (let count = 2; used.has(free); count += 1) free = `${name}${count}`
      used.add(free)
      return free
    },
    need(module, name) {
      needs.set(module, (needs.get(module) ?? new Set()).add(name))
    },
  }
  const bindings = findBindings(script, rules.isOld)
  for (const binding of bindings) {
    const { imported } = binding
    if (rules.providers.includes(imported)) rewriteProvider(rewrite, binding)
    else if (rules.buttons.includes(imported)) rewriteButton(rewrite, binding)
    else if (rules.configs.includes(imported)) rewriteConfig(rewrite, binding)
    else if (Object.hasOwn(rules.hooks, imported)) rewriteHook(rewrite, binding)
  }
  const handled = bindings.filter((binding) => isGone(rewrite, binding)).map(({ local }) => local)
  removeOrphans(rewrite)
  return { handled: new Set(handled), needs }
}
