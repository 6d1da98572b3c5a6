/** What the page's address says that the demo does not take. Everything else in it counts. */
export function ProblemsNotice({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <section className="notice" aria-labelledby="problems-title">
      <h2 id="problems-title">Not everything in the address could be used</h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  )
}
