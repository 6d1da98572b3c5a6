import type { JSXAttribute, JSXElement, Node } from '@babel/types'
import { placeNote } from '../script/placeNote.ts'
import { positionOf } from '../script/positionOf.ts'
import { elementOf } from './elementOf.ts'
import type { Binding, Rewrite } from './Rewrite.ts'

/** Turns every element of the kit's button, with what is inside it, into AppKitButton. */
export function rewriteButton(rewrite: Rewrite, { local, imported, references }: Binding): void {
  const { script } = rewrite
  for (const reference of references) {
    const element = elementOf(script, reference)
    if (!element) {
      if (script.parents.get(reference)?.type !== 'JSXClosingElement')
        placeNote(script, { node: reference, message: adviceFor(reference) })
      continue
    }
    const { start, end } = positionOf(element)
    // An element inside one that was replaced is gone with it.
    if (rewrite.removed.some((range) => range.start <= start && end <= range.end)) continue
    const unknown: string[] = []
    const attributes = element.openingElement.attributes.flatMap((attribute) => {
      const name =
        attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier'
          ? attribute.name.name
          : '…'
      const written = attribute.type === 'JSXAttribute' ? writeAttribute(rewrite, name, attribute) : undefined
      if (written === undefined && name !== 'key') unknown.push(name)
      return written === undefined ? [] : [written]
    })
    const lost = innerFunctions(rewrite, element)
    if (lost) {
      placeNote(script, {
        node: reference,
        message: `<${local}> has children that draw their own button: use AppKitButton, or useAppKit and useAppKitAccount.`,
      })
      continue
    }
    if (unknown.length > 0)
      placeNote(script, {
        node: element,
        message: `AppKitButton has no ${unknown.join(', ')} of ${imported}.`,
      })
    rewrite.need('@portico/react', 'AppKitButton')
    const written = `<${['AppKitButton', ...attributes].join(' ')} />`
    script.code.overwrite(start, end, written)
    rewrite.written.push(written)
    rewrite.removed.push({ start, end })
  }

  function adviceFor(reference: Node): string {
    const parent = script.parents.get(reference)
    return parent?.type === 'JSXMemberExpression' || parent?.type === 'MemberExpression'
      ? `${imported}.Custom draws its own button: write it with useAppKit and useAppKitAccount of @portico/react.`
      : `${imported} is AppKitButton of @portico/react.`
  }
}

function writeAttribute({ script }: Rewrite, name: string, attribute: JSXAttribute): string | undefined {
  const { start, end } = positionOf(attribute)
  if (name === 'label' || name === 'key') return script.text.slice(start, end)
  if (name !== 'showBalance') return undefined
  const { value } = attribute
  if (!value) return 'balance="show"'
  if (value.type === 'JSXExpressionContainer' && value.expression.type === 'BooleanLiteral')
    return `balance="${value.expression.value ? 'show' : 'hide'}"`
  return undefined
}

/** Whether an element has a function or text inside, which its own button would not show. */
function innerFunctions({ script }: Rewrite, element: JSXElement): boolean {
  return element.children.some((child) => {
    if (child.type === 'JSXText')
      return script.text.slice(positionOf(child).start, positionOf(child).end).trim() !== ''
    return child.type === 'JSXExpressionContainer' && child.expression.type !== 'JSXEmptyExpression'
  })
}
