"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/** `ContactOfferButton`, loaded after the page, whose first load stays small. */
export const LazyContactOffer = lazyComponent(async () => (await import("./contact-offer-button")).ContactOfferButton);
