/** A service that asks for ages marks its document. Elsewhere, nothing of ages and families shows. */
export const asksAge = document.documentElement.dataset['ages'] === 'on';
