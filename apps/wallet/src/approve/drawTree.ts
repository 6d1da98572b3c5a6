import type { TreeNode } from '../requests/Description.ts'
import { element } from '../ui/element.ts'
import { drawText } from './drawText.ts'

const most = 400

/** Nested data as nested lists, each value beside its name. */
export function drawTree(nodes: readonly TreeNode[]): HTMLElement {
  let left = most
  return draw(nodes)

  function draw(branch: readonly TreeNode[]): HTMLElement {
    const list = element('ul', { class: 'tree' })
    for (const { label, type, value, children } of branch) {
      left -= 1
      if (left < 0) {
        list.append(element('li', { class: 'muted' }, 'More is in the raw data.'))
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
