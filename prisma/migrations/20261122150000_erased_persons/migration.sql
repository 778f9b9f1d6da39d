-- When the values of a change were taken out of it, because the person that it told of was erased (contract §9).
ALTER TABLE "changes" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
