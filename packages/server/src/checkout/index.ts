export { paymentAnomalies } from './checkout-metrics.ts';
export { checkoutPages } from './checkout.pages.ts';
export { chooseProvider } from './choose-provider.ts';
export { startReconciling } from './reconcile-top-ups.ts';
export { topUpRoutes, type TopUpRoutesDeps } from './top-ups.routes.ts';
