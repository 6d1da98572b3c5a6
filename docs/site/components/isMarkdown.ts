declare global {
  interface ImportMeta {
    readonly env: { readonly SSG_MD?: boolean }
  }
}

/** Whether a page is being rendered as Markdown, in which an example is its code only. */
export const isMarkdown = import.meta.env.SSG_MD === true
