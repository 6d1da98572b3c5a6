import type { JSXElement, Node } from '@babel/types'
import type { Script } from '../script/Script.ts'

/** Returns the element of which a reference is the opening tag's name; undefined for anything else. */
export function elementOf(script: Script, reference: Node): JSXElement | undefined {
  const opening = script.parents.get(reference)
  if (opening?.type !== 'JSXOpeningElement' || opening.name !== reference) return undefined
  const element = script.parents.get(opening)
  return element?.type === 'JSXElement' ? element : undefined
}
