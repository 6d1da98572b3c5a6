/** A style sheet as text, see `modal/styles/modalSheet.ts`. */
declare module '*.css?inline' {
  const css: string
  export default css
}
