export const NotFoundLayout = () => (
  <main className="portico-not-found">
    <h1>Page not found</h1>
    <p>
      <a href="/">All pages</a>
    </p>
  </main>
)
