import { createRoot } from 'react-dom/client'
import { Page } from './Kit.jsx'

createRoot(document.getElementById('root')).render(<Page />)
