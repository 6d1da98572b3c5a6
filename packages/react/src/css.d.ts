/** A style sheet imported as a string, see `modal/styles/modalSheet.ts`. */
declare module '*.css?inline' {
  const css: string
  export default css
}
