type Node = { properties?: Record<string, unknown>; children?: Node[] }

/** Gives the links beside headings a name. Without it they are hidden from screen readers, although they can be focused. */
export function nameHeadingLinks() {
  const visit = (node: Node) => {
    const { class: name, className = name, ariaHidden, ...others } = node.properties ?? {}
    if (ariaHidden && String(className) === 'rp-header-anchor') {
      node.properties = { ...others, className, ariaLabel: 'Link to this section' }
    }
    for (const child of node.children ?? []) visit(child)
  }
  return visit
}
