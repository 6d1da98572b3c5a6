import type { ImportDeclaration } from '@babel/types'
import { removeStatement } from '../imports/removeStatement.ts'
import { positionOf } from '../script/positionOf.ts'
import { findBindings } from './findBindings.ts'
import { isGone } from './isGone.ts'
import type { Binding, Rewrite } from './Rewrite.ts'

/**
 * Removes the imports of other packages that were used only by code that is gone, such as wagmi's `createConfig`: compilers
 * may refuse unused ones. Imports that nothing used before stay, they are somebody else's business.
 */
export function removeOrphans(rewrite: Rewrite): void {
  const { script, rules } = rewrite
  const bindings = findBindings(script, (module) => !rules.isOld(module))
  const orphans = bindings.filter((binding) => binding.references.length > 0 && isGone(rewrite, binding))
  for (const declaration of new Set(orphans.map(({ declaration }) => declaration)))
    removeNames(rewrite, { declaration, orphans })
}

function removeNames(
  { script }: Rewrite,
  { declaration, orphans }: { declaration: ImportDeclaration; orphans: readonly Binding[] },
): void {
  const { specifiers } = declaration
  const gone = new Set<unknown>(orphans.map(({ specifier }) => specifier))
  const remaining = specifiers.filter((specifier) => !gone.has(specifier))
  if (remaining.length === 0) {
    removeStatement(script, declaration)
    return
  }
  const [first, second] = specifiers
  const last = specifiers.at(-1)
  // `import React, { … }`: the default import stands outside of the braces.
  if (!first || !second || !last || specifiers.some(({ type }) => type !== 'ImportSpecifier')) return
  const textOf = (node: (typeof specifiers)[number]) =>
    script.text.slice(positionOf(node).start, positionOf(node).end)
  const separator = script.text.slice(positionOf(first).end, positionOf(second).start)
  script.code.overwrite(positionOf(first).start, positionOf(last).end, remaining.map(textOf).join(separator))
}
