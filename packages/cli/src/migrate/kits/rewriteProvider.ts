import type { JSXElement } from '@babel/types'
import { placeNote } from '../script/placeNote.ts'
import { positionOf } from '../script/positionOf.ts'
import type { Script } from '../script/Script.ts'
import { elementOf } from './elementOf.ts'
import type { Binding, Rewrite } from './Rewrite.ts'

/** Replaces every element of the kit's provider by its children. */
export function rewriteProvider(rewrite: Rewrite, { imported, references }: Binding): void {
  const { script } = rewrite
  for (const reference of references) {
    const element = elementOf(script, reference)
    if (!element) {
      if (script.parents.get(reference)?.type !== 'JSXClosingElement')
        placeNote(script, {
          node: reference,
          message: `${imported} is not needed: createAppKit is called once, outside of components.`,
        })
      continue
    }
    const names = element.openingElement.attributes.map((attribute) =>
      attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier'
        ? attribute.name.name
        : '…',
    )
    if (names.length > 0)
      placeNote(script, {
        node: element,
        message: `${imported} had ${names.join(', ')}: createAppKit has options for themes, texts of the application and chains.`,
      })
    if (!/\bWagmiProvider\b/.test(script.text) && imported === 'OnchainKitProvider')
      placeNote(script, {
        node: element,
        message: `${imported} also provided wagmi: put WagmiProvider and QueryClientProvider here.`,
      })
    unwrap(rewrite, element)
  }
}

function unwrap({ script, removed }: Rewrite, element: JSXElement): void {
  const { text, code } = script
  const { openingElement, closingElement } = element
  const isInJsx = /^JSX(Element|Fragment)$/.test(script.parents.get(element)?.type ?? '')
  const children = element.children.filter(
    (child) =>
      child.type !== 'JSXText' || text.slice(positionOf(child).start, positionOf(child).end).trim() !== '',
  )
  const [only] = children
  const isSingle = children.length === 1 && (only?.type === 'JSXElement' || only?.type === 'JSXFragment')
  if (!closingElement) {
    const { start, end } = positionOf(element)
    if (isInJsx) removeTag(script, { start, end })
    else code.overwrite(start, end, '<></>')
    removed.push({ start, end })
    return
  }
  for (const [tag, fragment] of [
    [openingElement, '<>'],
    [closingElement, '</>'],
  ] as const) {
    const { start, end } = positionOf(tag)
    if (isInJsx || isSingle) removeTag(script, { start, end })
    else code.overwrite(start, end, fragment)
    removed.push({ start, end })
  }
}

/** Removes a tag with its line if nothing else stands on it. */
function removeTag({ text, code }: Script, { start, end }: { start: number; end: number }): void {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const rest = /^[ \t]*\r?\n/.exec(text.slice(end))
  if (/^[ \t]*$/.test(text.slice(lineStart, start)) && rest) code.remove(lineStart, end + rest[0].length)
  else code.remove(start, end)
}
