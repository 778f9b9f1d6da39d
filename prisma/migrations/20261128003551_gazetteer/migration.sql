-- CreateTable
CREATE TABLE "places" (
    "place_id" INTEGER NOT NULL,
    "land" INTEGER NOT NULL,
    "ort" TEXT NOT NULL,
    "region" TEXT,
    "breite" DOUBLE PRECISION NOT NULL,
    "laenge" DOUBLE PRECISION NOT NULL,
    "einwohner" INTEGER NOT NULL,

    CONSTRAINT "places_pkey" PRIMARY KEY ("place_id")
);

-- CreateTable
CREATE TABLE "place_names" (
    "name" TEXT COLLATE "C" NOT NULL,
    "place_id" INTEGER NOT NULL,
    "is_later" BOOLEAN NOT NULL,
    "land" INTEGER NOT NULL,
    "einwohner" INTEGER NOT NULL,

    CONSTRAINT "place_names_pkey" PRIMARY KEY ("name","place_id")
);

-- CreateTable
CREATE TABLE "gazetteer" (
    "hash" VARCHAR(64) NOT NULL,

    CONSTRAINT "gazetteer_pkey" PRIMARY KEY ("hash")
);
