// Runs before the first paint, as a file of its own: the policy of the page allows no script in the HTML.
const chosen = localStorage.getItem('theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;

export {};
