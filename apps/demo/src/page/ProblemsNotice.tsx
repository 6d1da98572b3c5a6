/** Lists the options in the page's address that were ignored. */
export function ProblemsNotice({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <section className="notice" aria-labelledby="problems-title">
      <h2 id="problems-title">Some options in the address were ignored</h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  )
}
