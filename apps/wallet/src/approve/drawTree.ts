import { element } from '@portico/page-server/element'
import { approveText } from './copy.ts'
import type { TreeNode } from './Description.ts'
import { drawText } from './drawText.ts'

const maxNodes = 400

/** Draws nested data as nested lists, up to 400 entries. */
export function drawTree(nodes: readonly TreeNode[]): HTMLElement {
  let left = maxNodes
  return draw(nodes)

  function draw(branch: readonly TreeNode[]): HTMLElement {
    const list = element('ul', { class: 'tree' })
    for (const { label, type, value, children } of branch) {
      left -= 1
      if (left < 0) {
        list.append(element('li', { class: 'muted' }, approveText('approve.moreInRaw')))
        break
      }
      const item = element('li', {}, element('span', { class: 'muted' }, drawText(label)))
      if (type) item.append(' ', element('span', { class: 'muted small mono' }, drawText(type)))
      if (value !== undefined) item.append(' ', element('span', { class: 'mono' }, drawText(value)))
      if (children?.length) item.append(draw(children))
      list.append(item)
    }
    return list
  }
}
