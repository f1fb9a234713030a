package io.trellara.handoff.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class IdentityTest {
    @Test
    void itsTextIsReadBack() {
        Identity identity = new Identity("7713790396501894565", 3, "a:b shop", 0);
        assertThat(Identity.parse(identity.text())).isEqualTo(identity);
        for (String other : List.of(
                "", "pg:1:2", "mysql:1:2:shop", "mysql:3e11fa47-71ca-11e1-9e33-c80aa9429562:x", "pg:1:two:shop")) {
            assertThatThrownBy(() -> Identity.parse(other)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aMysqlServerIsKnownByItsUuidAlone() {
        Identity identity = Identity.mysql("3e11fa47-71ca-11e1-9e33-c80aa9429562", 0);
        assertThat(identity.text()).isEqualTo("mysql:3e11fa47-71ca-11e1-9e33-c80aa9429562");
        assertThat(Identity.parse(identity.text())).isEqualTo(identity);
        assertThat(identity.isLaterTimelineOf(identity)).isFalse();
    }

    /** A server does not know how often a run has changed its server; the run does. */
    @Test
    void anotherMysqlServerIsTheNextOfTheSuccession() {
        Identity first = Identity.mysql("3e11fa47-71ca-11e1-9e33-c80aa9429562", 0);
        Identity other = Identity.mysql("f0000000-0000-11e1-9e33-c80aa9429562", 0);
        Identity second = other.succeeding(first);
        assertThat(second.text()).isEqualTo("mysql:f0000000-0000-11e1-9e33-c80aa9429562:1");
        assertThat(Identity.parse(second.text())).isEqualTo(second);
        assertThat(second.isLaterTimelineOf(first)).isTrue();
        assertThat(other.succeeding(second)).isEqualTo(second);
        assertThat(first.succeeding(first)).isEqualTo(first);
        Identity back = first.succeeding(second);
        assertThat(back.text()).isEqualTo("mysql:3e11fa47-71ca-11e1-9e33-c80aa9429562:2");
        assertThat(back.isLaterTimelineOf(second)).isTrue();
        assertThat(first.isLaterTimelineOf(second)).isFalse();
    }

    @Test
    void kindsDoNotSucceedEachOther() {
        Identity mysql = Identity.mysql("3e11fa47-71ca-11e1-9e33-c80aa9429562", 0);
        Identity postgres = Identity.parse("pg:7000:3:shop");
        assertThat(postgres.succeeding(mysql)).isEqualTo(postgres);
        assertThat(mysql.succeeding(postgres)).isEqualTo(mysql);
        assertThat(postgres.isLaterTimelineOf(mysql)).isFalse();
        assertThat(mysql.isLaterTimelineOf(postgres)).isFalse();
        assertThat(postgres.succeeding(Identity.parse("pg:7000:2:shop"))).isEqualTo(postgres);
    }

    @Test
    void onlyTheSameDatabaseOfTheSameSystemMayBeALaterTimeline() {
        Identity earlier = Identity.parse("pg:7000:2:shop");
        assertThat(Identity.parse("pg:7000:3:shop").isLaterTimelineOf(earlier)).isTrue();
        for (String other : List.of("pg:7000:2:shop", "pg:7000:1:shop", "pg:7001:3:shop", "pg:7000:3:other")) {
            assertThat(Identity.parse(other).isLaterTimelineOf(earlier)).isFalse();
        }
    }
}
